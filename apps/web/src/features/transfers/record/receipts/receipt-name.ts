const MAX_NAME = 60

/** What a saved receipt is called: whose it is, in letters that every file system takes. */
export function receiptName(slug: string, address: string | null, ending: 'pdf' | 'json'): string {
  const who = (address ?? 'link')
    .replaceAll(/[^\p{L}\p{N}.@_-]+/gu, '-')
    .replaceAll('@', '-at-')
    .slice(0, MAX_NAME)
  return `waybill-${slug}-receipt-${who}.${ending}`
}
