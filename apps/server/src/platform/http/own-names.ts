import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

type Names = Pick<Config, 'publicUrl' | 'customHostTarget' | 'subdomainBase'> & Partial<Pick<Config, 'contentUrl'>>

/** What custom hosts are offered: a name to point to, and a base for subdomains. Both null: none are. Pure. */
export const offeredNames = ({ publicUrl, customHostTarget, subdomainBase }: Names) => ({
  target: customHostTarget ?? (isPublicName(publicUrl.hostname) ? publicUrl.hostname : null),
  subdomainBase,
})

/** Names of this server, which no workspace can have. */
export const ownNames = (config: Names): string[] =>
  [config.publicUrl.hostname, config.contentUrl?.hostname, config.customHostTarget, config.subdomainBase].filter(
    (name) => name !== null && name !== undefined,
  )

const isPublicName = (name: string): boolean =>
  name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !name.endsWith('.localhost')
