/** The storage that uploads through open links reserve. */
export const linkHold = {
  held: (uploads: number, held: string) =>
    uploads === 1 ? `1 upload through a link reserves ${held}` : `${uploads} uploads through links reserve ${held}`,
  release: 'Release',
}

export type LinkHoldWords = typeof linkHold
