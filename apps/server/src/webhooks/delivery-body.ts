import type { ClaimedDelivery } from './delivery-store.ts'

/** The body of a delivery, as JSON. Pure. Contains no IP addresses, tokens or other recipients. */
export function deliveryBody({ id, kind, at, ...told }: ClaimedDelivery): string {
  return JSON.stringify({
    id,
    kind,
    at: at.toISOString(),
    transfer: told.slug === null ? null : { slug: told.slug },
    recipient: told.recipient_id === null ? null : { id: told.recipient_id, email: told.address },
    request: told.request_slug === null ? null : { slug: told.request_slug, title: told.request_title },
    supplier: supplierOf(told),
    file: told.file_name === null ? null : { name: told.file_name, count: told.file_count },
    upload: told.files_there === null ? null : { filesThere: told.files_there, fileCount: told.file_count },
    delivery: kind === 'finished' ? { evidence: told.evidence, doubtBytes: told.doubt_bytes } : null,
    place: told.country === null && told.city === null ? null : { country: told.country, city: told.city },
    device: told.device,
  })
}

/** Distinguishes a supplier from others even if they gave no name. */
function supplierOf(told: Omit<ClaimedDelivery, 'id' | 'kind' | 'at'>) {
  if (told.supplier_id === null) return null
  return {
    id: told.supplier_id,
    name: told.supplier_name || null,
    company: told.supplier_company || null,
    email: told.supplier_address,
  }
}
