/** A prompt that cannot be bundled; the message says why. */
export class BundleError extends Error {}
