import type { DownloadPageProps } from '@waybill/contract/downloads/page-props'
import type { ComponentType } from 'react'
import type { UseArrival } from './arrival/use-arrival.tsx'
import type { ExtensionSlipProps } from './slips/extension-slip.tsx'

/** What few of the pages need. The server has all of it; a browser loads what its page needs before it hydrates. */
export interface LateParts {
  useArrival?: UseArrival
  ExtensionSlip?: ComponentType<ExtensionSlipProps>
}

/** Rejects where the code cannot be loaded; the page stays as the server wrote it. */
export async function loadLateParts(page: DownloadPageProps['page']): Promise<LateParts> {
  if (page.kind === 'extension') return import('./slips/extension-slip.tsx')
  return page.kind === 'active' && page.transfer.arrival ? import('./arrival/use-arrival.tsx') : {}
}
