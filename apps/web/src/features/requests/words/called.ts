import type { SupplierNoun } from '@waybill/contract/requests/supplier-noun'

/** The word for suppliers in English sentences: 'client', 'clients', 'Client', 'Clients', '1 client', '3 clients'. */
export interface CalledEn {
  one: string
  many: string
  One: string
  Many: string
  count: (count: number) => string
}

/** The same in Chinese: 客户, 位, 3 位客户. */
export interface CalledZh {
  name: string
  measure: string
  count: (count: number) => string
}

function english(one: string, many: string, counted = many): CalledEn {
  return {
    one,
    many,
    One: capital(one),
    Many: capital(many),
    count: (count) => (count === 1 ? `1 ${one}` : `${count} ${counted}`),
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const chinese = (name: string, measure: string): CalledZh => ({
  name,
  measure,
  count: (count) => `${count} ${measure}${name}`,
})

export const called: { en: Record<SupplierNoun, CalledEn>; zh: Record<SupplierNoun, CalledZh> } = {
  en: {
    supplier: english('supplier', 'suppliers'),
    client: english('client', 'clients'),
    staff: english('staff member', 'staff', 'staff members'),
    student: english('student', 'students'),
    person: english('person', 'people'),
  },
  zh: {
    supplier: chinese('供应商', '家'),
    client: chinese('客户', '位'),
    staff: chinese('员工', '名'),
    student: chinese('学生', '名'),
    person: chinese('人员', '名'),
  },
}
