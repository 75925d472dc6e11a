export interface Searchable {
  slug: string
  paths: readonly string[]
  recipients: ReadonlyArray<{ address: string | null; name: string | null; company: string | null }>
}

/** What a search in the list of transfers looks through, lower case, one thing a line. */
export function searchableText({ slug, paths, recipients }: Searchable): string {
  const people = recipients.flatMap(({ address, name, company }) => [address, name, company])
  return [slug, ...paths, ...people]
    .filter((line) => line !== null && line !== '')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
}
