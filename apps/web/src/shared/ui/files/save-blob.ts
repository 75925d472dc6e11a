/** Hands a file that was fetched to the browser's downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken the URL up by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
