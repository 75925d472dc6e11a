import { useQuery } from '@tanstack/react-query'
import type { RequestTemplate, TemplateContent } from '@waybill/contract/requests/shapes'
import { call } from '../../../shared/api/client.ts'
import { queryClient } from '../../../shared/api/query-provider.tsx'

const KEY = ['request-templates']

/** The account's templates by name; undefined until they are read. */
export function useTemplates(): { templates: readonly RequestTemplate[] | undefined; hasFailed: boolean } {
  const reading = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('listRequestTemplates', { signal })).templates,
  })
  return { templates: reading.data, hasFailed: reading.isError && reading.data === undefined }
}

const invalidate = () => queryClient.invalidateQueries({ queryKey: KEY })

/** Keeps what a template says under a name; one of that name gives way. */
export async function saveTemplate(name: string, content: TemplateContent): Promise<void> {
  await call('saveRequestTemplate', { body: { name, content } })
  await invalidate()
}

export async function deleteTemplate({ _id }: RequestTemplate): Promise<void> {
  await call('deleteRequestTemplate', { params: { template: _id } })
  await invalidate()
}
