/** The 5-character codes that people read in a mail and type: 32 symbols, without look-alikes. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CODE_LENGTH = 5

const CODE = /^[0-9A-HJKMNP-TV-Z]{5}$/

/** The code that a typed text means: any case or width, O as 0, I and L as 1, spaces and hyphens dropped. */
export function foldCode(typed: string): string {
  return typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** Whether a folded text is a whole code. */
export function isCode(folded: string): boolean {
  return CODE.test(folded)
}
