/** The rules for a password. The most common ones are a module of their own, which a page loads late. */
export const PASSWORD_MIN_CHARS = 6
export const PASSWORD_MAX_CHARS = 256

/** Counts characters as people do; an operator may require more of them. */
export const isLongEnough = (password: string, minChars: number = PASSWORD_MIN_CHARS): boolean =>
  [...password].length >= minChars
