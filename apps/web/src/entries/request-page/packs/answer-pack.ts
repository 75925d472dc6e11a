import type { Pack } from '../../../shared/words/packs.ts'

/** The words of the supplier's page. */
export const answerPack: Pack = { en: () => import('./en/answer.ts'), zh: () => import('./zh/answer.ts') }
