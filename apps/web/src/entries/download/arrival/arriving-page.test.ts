import type { ActivePage, DownloadPageProps } from '@waybill/contract/downloads/page-props'
import type { ArrivalView, FileArrival } from '@waybill/contract/transfers/arrival'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as first from '../../../shared/words/packs/en/first.ts'
import { bringTables } from '../../../shared/words/packs.ts'
import { DownloadPage } from '../download-page.tsx'
import { download } from '../words/en.ts'
import { useArrival } from './use-arrival.tsx'

bringTables('en', { ...first, download })

const NOW = '2026-11-27T12:00:00.000Z'

/** The page as the server writes it: what readers without scripts see. */
function written(arrival: ArrivalView, files: Record<string, FileArrival | undefined>): string {
  const listed = Object.entries(files).map(([path, one]) => ({
    id: path,
    path,
    bytes: 1000,
    sha256: null,
    isWithdrawn: false,
    isProgram: false,
    scan: null,
    ...(one && { arrival: one }),
  }))
  const sender = { email: 'ada@example.com', name: null, isProven: true, profilePic: null }
  const page: ActivePage = {
    kind: 'active',
    transfer: {
      slug: 'abcdefg',
      state: 'active',
      sender,
      recipient: 'asha@example.com',
      title: null,
      message: '',
      sentAt: NOW,
      expiresAt: null,
      files: [],
      arrival,
      totalBytes: arrival.totalBytes,
      zipBytes: 9000,
    },
    part: { files: listed, drawn: [], from: 0, next: null, count: 3, standing: 3, unscanned: 3, folders: [] },
    user: 'token',
    isForZip: false,
    isInWechat: false,
    problem: null,
    picturePass: '',
    hasPreviews: false,
    playing: null,
    visit: { pass: '', isHasty: false },
  }
  const branding: DownloadPageProps['branding'] = { mark: 'ours', company: null }
  const props: DownloadPageProps = { language: 'en', supportEmail: 'help@example.com', branding, page }
  return renderToString(createElement(DownloadPage, { ...props, late: { useArrival } }))
}

const view = { filesThere: 1, fileCount: 3, arrivedBytes: 1730, totalBytes: 3000, brokeOffAt: null }
const takes = (html: string) => [...html.matchAll(/aria-label="Download (\S+)"/g)].map(([, name]) => name)

test('says how far each file is, and lets those download that can be read', () => {
  const html = written(
    { ...view, state: 'arriving' },
    {
      'there.pdf': undefined,
      'coming.mov': { state: 'arriving', bytes: 630, isReadable: true },
      'held.mov': { state: 'arriving', bytes: 100, isReadable: false },
    },
  )
  expect(html).toContain('1 of 3 files is there; the rest is on its way.')
  expect(html).toContain('its download waits for the rest')
  expect(html).toContain('On its way, 63%')
  expect(html).toContain('On its way, 10%. You can download it once all of it is there.')
  expect(html).toContain('Reload the page to see what has arrived since.')
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>.*?Download all/)
  expect(takes(html)).toEqual(['there.pdf', 'coming.mov'])
})

test('says that the upload broke off, and lets only what is there download', () => {
  const html = written(
    { ...view, state: 'broken', brokeOffAt: NOW },
    {
      'there.pdf': undefined,
      'stopped.mov': { state: 'missing', bytes: 630, isReadable: true },
      'never.mov': { state: 'missing', bytes: 0, isReadable: false },
    },
  )
  expect(html).toContain('The upload broke off. 1 of 3 files is there; the rest did not arrive.')
  expect(html).toContain('Did not arrive: 63% of it is there')
  expect(html).toContain('We’ll also email you when everything is there.')
  expect(html).not.toContain('its download waits for the rest')
  expect(takes(html)).toEqual(['there.pdf'])
})
