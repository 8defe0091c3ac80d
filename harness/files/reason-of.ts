/** The file system's reason in a few words, without its own copy of the path. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EACCES':
    case 'EPERM': return 'permission denied'
    case 'EROFS': return 'the file system is read-only'
    case 'ENOSPC': return 'no space is left'
    case 'EDQUOT': return 'the quota is used up'
    case 'ENOTDIR': return 'part of the path is a file'
    case 'EEXIST': return 'a file is in the way'
    case 'ENOENT': return 'part of the path does not exist'
    case 'EISDIR': return 'a folder is in the way'
    case 'ENAMETOOLONG': return 'the path is too long'
    case undefined: return message
    default: return code
  }
}
