/** Names below which people register: the domain is one label more. The commonest alone, for a hint. */
const SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'ne', 'or', 'org'])

/**
 * The likely domain of a host, as its DNS provider lists it, and the host's name within it as providers ask for it.
 * A guess: which names are domains is known to nobody but the registries. Pure.
 */
export function withinDomain(host: string): { domain: string; name: (record: string) => string } {
  const labels = host.split('.')
  const isSecondLevel = labels.at(-1)?.length === 2 && SECOND_LEVELS.has(labels.at(-2) ?? '')
  const domain = labels.slice(isSecondLevel ? -3 : -2).join('.')
  return { domain, name: (record) => (record === domain ? '@' : record.slice(0, -domain.length - 1)) }
}
