import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type {} from './custom-hosts/guard-custom-host.ts'
import { offeredNames } from './own-names.ts'

/** The addresses of this server: a Host header never decides a link, a mail or a check. */
export interface Origins {
  /** The base of links in mails: PUBLIC_URL without a trailing slash. */
  readonly publicOrigin: string
  /** Where users' bytes are served, and nothing else; null: at every host. No page has this origin. */
  readonly contentUrl: URL | null
  /** Origins that a page of this server may have; the exact values accepted in Origin. */
  readonly pageOrigins: readonly string[]
  /**
   * Origins whose pages may put parts into a bucket. Custom hosts come and go, so any host there may be one: the signed
   * address of a part is the permission.
   */
  readonly bucketOrigins: readonly string[]
  /** The origins that the pages at the host of a request have: those above, or its custom host's alone. */
  pageOriginsOf(request: Pick<FastifyRequest, 'customHost'>): readonly string[]
  /** Values accepted in Host, lower case. */
  readonly hosts: ReadonlySet<string>
  /** Ports beside the page's own that take parts and serve downloads. */
  readonly uploadPorts: readonly number[]
  /** The origins that the calling page may send parts to, its own first. */
  uploadOrigins(request: Pick<FastifyRequest, 'headers' | 'customHost'>): string[]
  /** The origins that serve downloads to the calling page: where its bytes have an origin of their own, that alone. */
  downloadOrigins(request: Pick<FastifyRequest, 'headers' | 'customHost'>): string[]
  /** Every origin a page may connect to for parts, for the content policy. */
  allUploadOrigins(): string[]
  /** Called once the extra listeners are open. */
  setUploadPorts(ports: readonly number[]): void
}

/** The names of all custom hosts, with a wildcard. */
function customHostsOf(config: Names): string[] {
  const { target, subdomainBase } = offeredNames(config)
  if (target !== null) return ['*']
  return subdomainBase === null ? [] : [`*.${subdomainBase}`]
}

/** The loopback names that a server without PUBLIC_URL answers to. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

type Names = Pick<Config, 'contentUrl' | 'publicUrl' | 'publicUrlIsDefault' | 'customHostTarget' | 'subdomainBase'>

export function makeOrigins(config: Names): Origins {
  const { publicUrl, publicUrlIsDefault, contentUrl } = config
  const names = publicUrlIsDefault ? [...LOOPBACK_NAMES] : [publicUrl.hostname]
  const at = (name: string, port: number | string) => `${publicUrl.protocol}//${name}${port === '' ? '' : `:${port}`}`
  const withPort = (name: string, port: number | string) => (port === '' ? name : `${name}:${port}`)
  const hosts = new Set(names.map((name) => withPort(name, publicUrl.port)))
  if (contentUrl !== null) hosts.add(contentUrl.host)
  const pageOrigins = names.map((name) => at(name, publicUrl.port))
  let uploadPorts: readonly number[] = []
  const uploadOrigins: Origins['uploadOrigins'] = (request) => {
    // The certificate and the content policy are for its own port.
    if (request.customHost !== null) return [request.customHost.origin]
    const name = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
    const own = names.includes(name) ? name : publicUrl.hostname
    return [at(own, publicUrl.port), ...uploadPorts.map((port) => at(own, port))]
  }

  return {
    publicOrigin: publicUrl.origin,
    contentUrl,
    pageOrigins,
    bucketOrigins: [...pageOrigins, ...customHostsOf(config).map((name) => at(name, publicUrl.port))],
    hosts,
    get uploadPorts() {
      return uploadPorts
    },
    pageOriginsOf({ customHost }) {
      return customHost === null ? pageOrigins : [customHost.origin]
    },
    uploadOrigins,
    downloadOrigins: (request) => (contentUrl === null ? uploadOrigins(request) : [contentUrl.origin]),
    allUploadOrigins: () => names.flatMap((name) => uploadPorts.map((port) => at(name, port))),
    setUploadPorts(ports) {
      uploadPorts = [...ports]
      for (const name of names) for (const port of ports) hosts.add(withPort(name, port))
    },
  }
}
