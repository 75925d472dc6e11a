/** What the sandbox is asked for. */
export type Work = PictureWork | PdfWork

export interface PictureWork {
  task: 'picture'
  /** 'square': the middle, cut to a square; 'inside': whole, its longer side that long, never enlarged. */
  kind: 'square' | 'inside'
  /** Side of each form wanted. */
  pixels: readonly number[]
}

export interface PdfWork {
  task: 'pdf'
  /** The longer side. */
  pixels: number
}

/** Lengths of what was made, in the order asked for, one after the other in the body; or why nothing was. */
export type Made = { made: number[] } | { refused: string }
