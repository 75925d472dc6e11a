import { routes } from '../../packages/contract/src/core/routes.ts'
import { keyScopes } from '../../packages/contract/src/identity/key-scopes.ts'
import { type AnyEndpoint, endpoints } from '../../packages/contract/src/index.ts'

/** What follows is made from the contract; what is before it is written. */
const HEAD = '## Calls\n'

const cell = (text: string): string => text.replaceAll('|', '\\|')

function rowOf({ name, method, path, summary, creates, problems }: AnyEndpoint): string {
  const call = `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\`${creates ? ' ↻' : ''}`
  const own = problems.filter((code) => code !== 'unauthenticated')
  return `| ${call} | ${cell(summary)} (\`${name}\`) | ${own.map((code) => `\`${code}\``).join(' ')} |`
}

/** The document with its table of the calls that keys may make. */
export function withApiTable(document: string): string {
  const written = document.slice(0, document.indexOf(HEAD) + HEAD.length)
  // In the order of the table of routes: that of a module's exports depends on who loads it.
  const all = Object.keys(routes).map((name): AnyEndpoint => endpoints[name as keyof typeof endpoints])
  const tables = keyScopes.map((scope) => {
    const rows = all.filter(({ keyScope }) => keyScope === scope).map(rowOf)
    return `### Scope \`${scope}\`\n| Call | What it does | Its own problems |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${written}Made from the contract by \`npm run api-doc\`. \`{x}\` is a part of the path.\n\n${tables.join('\n')}`
}
