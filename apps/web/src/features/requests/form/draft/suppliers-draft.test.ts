import { describe, expect, it } from 'vitest'
import { withAddresses } from './suppliers-draft.ts'

const read = (text: string) => {
  const { suppliers, badSuppliers } = withAddresses({ suppliers: [] }, text)
  return { suppliers: suppliers.map(({ email, name, company }) => [email, name, company].join('|')), badSuppliers }
}

describe('supplier lists are read as people write them', () => {
  it.each([
    ['asha@rao.example', ['asha@rao.example||']],
    [
      'Asha@Rao.example, wei@ningbo.example;li@x.example',
      ['asha@rao.example||', 'wei@ningbo.example||', 'li@x.example||'],
    ],
    ['Asha Rao <asha@rao.example>', ['asha@rao.example|Asha Rao|']],
    [
      '"Rao, Asha" <asha@rao.example>, 魏 <wei@ningbo.example>; li@x.example',
      ['asha@rao.example|Rao, Asha|', 'wei@ningbo.example|魏|', 'li@x.example||'],
    ],
    [
      'email\tname\tcompany\nasha@rao.example\tAsha Rao\tRao Forge\nwei@ningbo.example\t魏\t宁波永兴',
      ['asha@rao.example|Asha Rao|Rao Forge', 'wei@ningbo.example|魏|宁波永兴'],
    ],
    ['asha@rao.example,"Asha Rao",Rao Forge\nli@x.example', ['asha@rao.example|Asha Rao|Rao Forge', 'li@x.example||']],
  ])('%s', (text, suppliers) => {
    expect(read(text)).toEqual({ suppliers, badSuppliers: [] })
  })

  it('a text that is no address stays', () => {
    expect(read('asha@rao.example, wei@')).toEqual({ suppliers: ['asha@rao.example||'], badSuppliers: ['wei@'] })
    expect(read('Asha <asha@>').suppliers).toEqual([])
    expect(read('Asha <asha@>').badSuppliers.length).toBeGreaterThan(0)
  })
})

it('an already listed supplier keeps known details', () => {
  const asha = { email: 'asha@rao.example', name: '', company: 'Rao', timeZone: 'Asia/Kolkata', lang: 'en' as const }
  const { suppliers } = withAddresses({ suppliers: [asha] }, 'asha@rao.example\tAsha\tAnother')
  expect(suppliers).toEqual([{ ...asha, name: 'Asha' }])
})
