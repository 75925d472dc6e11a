/** What a browser remembers of lists, as JSON: the choice for each account and list. Pure. */
type Choice = Record<string, string>

/** Accounts that share a browser are few. */
const MOST = 20

function read(kept: string | null): Array<[string, Choice]> {
  try {
    const found: unknown = JSON.parse(kept ?? '[]')
    if (!Array.isArray(found)) return []
    return found.filter(
      (one): one is [string, Choice] =>
        Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'object' && one[1] !== null,
    )
  } catch {
    return []
  }
}

/** The last choice under a key; null where there is none but the first. */
export function recall(kept: string | null, key: string): Choice | null {
  const choice = read(kept).find(([one]) => one === key)?.[1] ?? {}
  const texts = Object.entries(choice).filter(([, value]) => typeof value === 'string')
  return texts.length === 0 ? null : Object.fromEntries(texts)
}

/** The same with another choice; the longest unused ones are forgotten. An empty choice needs no place. */
export function remember(kept: string | null, key: string, choice: Choice): string {
  const others = read(kept).filter(([one]) => one !== key)
  return JSON.stringify([...(Object.keys(choice).length > 0 ? [[key, choice]] : []), ...others].slice(0, MOST))
}
