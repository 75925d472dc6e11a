import type { Pack } from '../../../shared/words/packs.ts'

/** What the recipient's page says. */
export const downloadPack: Pack = { en: () => import('./en/download.ts'), zh: () => import('./zh/download.ts') }
