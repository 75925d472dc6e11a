import type { Pack } from '../../../shared/words/packs.ts'

/** What the supplier's page says. */
export const answerPack: Pack = { en: () => import('./en/answer.ts'), zh: () => import('./zh/answer.ts') }
