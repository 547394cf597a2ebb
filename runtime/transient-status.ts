/** True for an HTTP status that may not come again (KND-60). */
export function isTransientStatus(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}
