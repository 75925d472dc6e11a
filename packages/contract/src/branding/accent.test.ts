import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, changedIn, contrast, isColour, MIN_CONTRAST } from './accent.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

/** `tokens.css`: paper, sheet and the sunk sheet, in both schemes. */
const surfaces = { light: ['#faf8f4', '#ffffff', '#f5f2ec'], dark: ['#12161b', '#1a2027', '#222a33'] }

test('every colour leads to text that can be read, on every surface and on its buttons', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const both = accentOf(colour)
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, deep, on } = both[scheme]
        for (const surface of surfaces[scheme]) expect(contrast(accent, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST)
        expect(contrast(on, accent)).toBeGreaterThanOrEqual(MIN_CONTRAST)
        expect(contrast(on, deep)).toBeGreaterThanOrEqual(MIN_CONTRAST)
        for (const made of [accent, deep, on]) expect(isColour(made)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a colour that can be read stays as it is', () => {
  expect(accentOf('#0b5cad').light.accent).toBe('#0b5cad')
  expect(changedIn('#0b5cad')).toEqual({ light: false, dark: true })
  expect(accentOf('#7fc4ff').dark.accent).toBe('#7fc4ff')
  expect(changedIn('#7fc4ff')).toEqual({ light: true, dark: false })
})

test('black and white too', () => {
  expect(accentOf('#000000').light.accent).toBe('#000000')
  expect(accentOf('#ffffff').dark.accent).toBe('#ffffff')
  expect(changedIn('#ffffff').light).toBe(true)
})

test('contrast is the one of the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(['#FF0000', '#f00', 'red', '#ff00000', 'url(x)', '#ff0000;}', '', '#gg0000'])('%j is no colour', (text) => {
  expect(isColour(text)).toBe(false)
})
