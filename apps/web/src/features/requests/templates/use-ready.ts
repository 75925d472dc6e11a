import { useQuery } from '@tanstack/react-query'
import type { Language } from '@waybill/contract/core/fields'
import type { ReadyTemplate } from '@waybill/contract/requests/gallery/ready'
import { useLanguage } from '../../../shared/words/language.tsx'

/** How the address names a ready template. */
const PREFIX = 'ready-'

const load: Record<Language, () => Promise<readonly ReadyTemplate[]>> = {
  en: async () => (await import('@waybill/contract/requests/gallery/ready-en')).ready,
  zh: async () => (await import('@waybill/contract/requests/gallery/ready-zh')).ready,
}

export const readyName = ({ id }: Pick<ReadyTemplate, 'id'>): string => `${PREFIX}${id}`
export const isReadyName = (template: string | undefined): boolean => template?.startsWith(PREFIX) ?? false

/** The ready templates in the language of the page; `ready` is undefined until they load. */
export function useReady(isWanted = true) {
  const { language } = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['ready-templates', language],
    queryFn: load[language],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ready: data, error, retry: () => void refetch() }
}
