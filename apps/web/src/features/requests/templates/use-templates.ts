import { useQuery } from '@tanstack/react-query'
import type { RequestTemplate, TemplateContent } from '@waybill/contract/requests/shapes'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

const KEY = ['request-templates']

/** The account's templates by name; undefined until they load. */
export function useTemplates(): { templates: readonly RequestTemplate[] | undefined; hasFailed: boolean } {
  const reading = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('listRequestTemplates', { signal })).templates,
  })
  return { templates: reading.data, hasFailed: reading.isError && reading.data === undefined }
}

const invalidate = () => queryClient.invalidateQueries({ queryKey: KEY })

/** Saves a template under a name; replaces one with that name. */
export async function saveTemplate(name: string, content: TemplateContent): Promise<void> {
  await call('saveRequestTemplate', { body: { name, content } })
  await invalidate()
}

export async function deleteTemplate({ _id }: RequestTemplate): Promise<void> {
  await call('deleteRequestTemplate', { params: { template: _id } })
  await invalidate()
}
