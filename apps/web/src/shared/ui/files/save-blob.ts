/** Passes a fetched file to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has opened the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
