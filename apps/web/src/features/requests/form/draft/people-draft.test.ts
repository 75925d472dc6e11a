import { describe, expect, it } from 'vitest'
import { withAddresses } from './people-draft.ts'

const read = (text: string) => {
  const { people, badPeople } = withAddresses({ people: [] }, text)
  return { people: people.map(({ email, name, company }) => [email, name, company].join('|')), badPeople }
}

describe('people to ask are read as they are written', () => {
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
  ])('%s', (text, people) => {
    expect(read(text)).toEqual({ people, badPeople: [] })
  })

  it('what is no address stays', () => {
    expect(read('asha@rao.example, wei@')).toEqual({ people: ['asha@rao.example||'], badPeople: ['wei@'] })
    expect(read('Asha <asha@>').people).toEqual([])
    expect(read('Asha <asha@>').badPeople.length).toBeGreaterThan(0)
  })
})

it('whoever is asked already keeps what is known of them', () => {
  const asha = { email: 'asha@rao.example', name: '', company: 'Rao', timeZone: 'Asia/Kolkata', lang: 'en' as const }
  const { people } = withAddresses({ people: [asha] }, 'asha@rao.example\tAsha\tAnother')
  expect(people).toEqual([{ ...asha, name: 'Asha' }])
})
