/** Six digits however they are typed: full-width, with a blank in the middle. */
export const typedDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')
