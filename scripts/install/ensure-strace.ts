import { ensurePrograms } from './ensure-programs.ts'

/** The program that shows which paths a server touches; installs it where the process may, else says what to do. */
export function ensureStrace(): void {
  ensurePrograms({ strace: 'strace' }, 'The test of the paths the server touches needs strace')
}
