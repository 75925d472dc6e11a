/** What a password must be. The commonest ones are known to the server alone: their list is too long for a page. */
export const PASSWORD_MIN_CHARS = 6
export const PASSWORD_MAX_CHARS = 256

/** Characters are counted as people count them; an operator may ask for more of them. */
export const isLongEnough = (password: string, minChars: number = PASSWORD_MIN_CHARS): boolean =>
  [...password].length >= minChars
