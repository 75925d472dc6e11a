import type { Pack } from '../../../shared/words/packs.ts'

/** The words of the recipient's page. */
export const downloadPack: Pack = { en: () => import('./en/download.ts'), zh: () => import('./zh/download.ts') }
