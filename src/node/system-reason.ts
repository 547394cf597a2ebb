const reasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EBUSY: "it is in use",
  EDQUOT: "the disk quota is used up",
  EEXIST: "a file is in the way",
  EFBIG: "the file is too large",
  EIO: "the disk reports an error",
  EISDIR: "it is a directory",
  ELOOP: "too many symbolic links",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "no such file or directory",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a directory",
  ENOTEMPTY: "the directory is not empty",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ERR_FS_FILE_TOO_LARGE: "the file is too large",
};

/** What has gone wrong with a file, in words without any path: the operating system's code explained, else the error's own message. */
export function systemReason(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}

/** The code that the operating system or Node has given an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
