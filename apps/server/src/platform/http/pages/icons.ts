import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@waybill/contract/core/fields'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from '../../mail-transport/html.ts'
import { appDescriptions } from './app-facts.ts'
import { shareTarget } from './share-target.ts'

const CLIENT = join(import.meta.dirname, '../../../../../web/dist/client')

/** The icons at fixed addresses, as programs look for them, and their types. */
const icons: Readonly<Record<string, string>> = {
  '/favicon.svg': 'image/svg+xml',
  '/favicon.ico': 'image/x-icon',
  '/apple-touch-icon.png': 'image/png',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
}

/** The language is in the address: browsers read a manifest without cookies. */
const manifests: Readonly<Record<Language, string>> = { en: '/manifest.webmanifest', zh: '/zh/manifest.webmanifest' }

/** Files that cost nothing to serve. */
export const iconPaths: readonly string[] = [...Object.keys(icons), ...Object.values(manifests)]

interface ManifestWords {
  send: string
  transfers: string
}

const words: Readonly<Record<Language, ManifestWords>> = {
  en: {
    send: 'Send files',
    transfers: 'Transfers',
  },
  zh: { send: '发送文件', transfers: '传输' },
}

/** The web app manifest (W3C): what a phone or a desk shows of Waybill once it is installed. */
function manifestIn(language: Language): object {
  const { send, transfers } = words[language]
  const icon = (file: string, px: number, purpose: string) => ({
    src: file,
    sizes: `${px}x${px}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: 'Waybill',
    short_name: 'Waybill',
    description: appDescriptions[language],
    lang: language === 'zh' ? 'zh-CN' : 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#FAF8F4',
    background_color: '#FAF8F4',
    color_scheme_dark: { theme_color: '#12161B', background_color: '#12161B' },
    categories: ['business', 'productivity', 'utilities'],
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
    share_target: shareTarget,
    shortcuts: [
      { name: send, url: '/', icons: [icon('/icon-192.png', 192, 'any')] },
      { name: transfers, url: '/dash/transfers', icons: [icon('/icon-192.png', 192, 'any')] },
    ],
  }
}

export function iconRoutes(app: FastifyInstance): void {
  for (const [path, type] of Object.entries(icons)) {
    const file = join(CLIENT, path)
    app.get(path, (_request, reply) => {
      if (!existsSync(file)) return reply.callNotFound()
      return reply.type(type).header('cache-control', 'public, max-age=86400').send(readFileSync(file))
    })
  }
  for (const language of ['en', 'zh'] as const) {
    const manifest = JSON.stringify(manifestIn(language))
    app.get(manifests[language], (_request, reply) =>
      reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(manifest),
    )
  }
}

/**
 * What the head of a page says of its icons. Under a company's own host our name and icons stay out: a page there has
 * the company's logo, or no icon, so that the browser asks for none.
 */
export function iconLinks({ actor, customHost }: Pick<FastifyRequest, 'actor' | 'customHost'>, page: string): string {
  if (customHost !== null) return page.includes('<link rel="icon"') ? '' : '<link rel="icon" href="data:,">'
  return html`<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="${manifests[actor.language]}">
`.toString()
}
