/** Fields that Stripe sends as ids, and whole only to who asks with `expand`. */
const byId = new Set([
  'customer',
  'default_payment_method',
  'schedule',
  'latest_invoice',
  'discounts',
  'coupon',
  'promotion_code',
  'payment_intent',
  'setup_intent',
  'latest_charge',
])
/** Fields that are left out unless asked for. */
const leftOut = new Set(['line_items', 'payments', 'tax_ids'])

/** What Stripe would send of a thing: without what `expand` does not ask for. */
export function expandOnly(value: unknown, expand: readonly string[], path = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => expandOnly(one, expand, path))
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const isAsked = expand.some((asked) => asked === at || asked.startsWith(`${at}.`))
    if (leftOut.has(name) && !isAsked) return []
    if (byId.has(name) && !isAsked) return [[name, idsOf(field)]]
    // What lies in an object that is always there has that object's path.
    return [[name, expandOnly(field, expand, at)]]
  })
  return Object.fromEntries(shown)
}

const idsOf = (field: unknown): unknown =>
  Array.isArray(field)
    ? field.map(idsOf)
    : typeof field === 'object' && field !== null && 'id' in field
      ? field.id
      : field
