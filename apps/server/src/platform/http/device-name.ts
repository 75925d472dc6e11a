import Bowser from 'bowser'

const MAX_AGENT_CHARS = 1_000
const MAX_NAME_CHARS = 60

/** The name of the client: 'Chrome on Windows', 'curl'; null where the agent has no recognisable name. */
export function deviceName(userAgent: string | undefined): string | null {
  const agent = (userAgent ?? '').slice(0, MAX_AGENT_CHARS).trim()
  if (agent === '') return null
  const { browser, os } = Bowser.getParser(agent).getResult()
  const name = browser.name || toolName(agent)
  if (!name) return os.name ? shortened(os.name) : null
  return shortened(os.name ? `${name} on ${os.name}` : name)
}

/** The product before the first slash: 'curl/8.5.0' is curl. 'Mozilla', which browsers send, names nothing. */
function toolName(agent: string): string | null {
  const product = /^[\w.+ -]{1,40}?(?=[/\s(]|$)/.exec(agent)?.[0].trim()
  return product && product.toLowerCase() !== 'mozilla' ? product : null
}

/** Without an '@': an agent may claim anything, and no device may look like somebody's address. */
const shortened = (name: string) => name.replace(/[\p{Cc}@]/gu, '').slice(0, MAX_NAME_CHARS)
