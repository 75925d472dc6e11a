/** The sandbox's input. */
export type Work = PictureWork | PdfWork

export interface PictureWork {
  task: 'picture'
  /** 'square': the middle, cropped to a square; 'inside': whole, its longer side that long, never enlarged. */
  kind: 'square' | 'inside'
  /** The side of each requested form. */
  pixels: readonly number[]
  /** The side of one more form, in PNG, which is the last; absent: none. */
  pngPixels?: number
}

export interface PdfWork {
  task: 'pdf'
  /** The longer side. */
  pixels: number
  /** Counted from 1; absent: the first. */
  page?: number
}

/**
 * Lengths of the results, in the requested order, concatenated in the body, and for a PDF its number of pages; or why
 * there are none.
 */
export type Made = { made: number[]; pages?: number } | { refused: string }
