/** Pictures from untrusted bytes, drawn in a sandbox. */
export { makePdfThumbnail } from './make-pdf-thumbnail.ts'
export { makePicture, requireSettable } from './make-picture.ts'
export { openPictures, type Pictures } from './pictures.ts'
export { type Drawable, sniffPicture } from './sniff-picture.ts'
