/** The longest time that a timer takes, in milliseconds: one that is told to wait longer fires at once (HTML standard, section 8.7). */
export const LONGEST_TIMER = 2 ** 31 - 1;
