/** The rules for a password. Only the server knows the most common ones: their list is too long for a page. */
export const PASSWORD_MIN_CHARS = 6
export const PASSWORD_MAX_CHARS = 256

/** Counts characters as people do; an operator may require more of them. */
export const isLongEnough = (password: string, minChars: number = PASSWORD_MIN_CHARS): boolean =>
  [...password].length >= minChars
