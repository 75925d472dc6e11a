import type { ClaimedDelivery } from './delivery-store.ts'

/** What a receiver is sent, as JSON. Pure. Neither addresses of networks nor tokens nor other recipients are in it. */
export function deliveryBody({ id, kind, at, ...told }: ClaimedDelivery): string {
  return JSON.stringify({
    id,
    kind,
    at: at.toISOString(),
    transfer: told.slug === null ? null : { slug: told.slug },
    recipient: told.address === null ? null : { email: told.address },
    file: told.file_name === null ? null : { name: told.file_name, count: told.file_count },
    place: told.country === null && told.city === null ? null : { country: told.country, city: told.city },
    device: told.device,
  })
}
