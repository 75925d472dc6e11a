/** Six digits however they are typed: full-width, or with a space in the middle. */
export const typedDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')
