import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type VariantColorsResolver,
} from '@mantine/core'

/** Mantine takes its colours from tokens.css, so that one place decides light and dark. */
const fromTokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
  '--mantine-color-anchor': 'var(--ink)',
  '--mantine-color-error': 'var(--stamp)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--sheet-sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--sheet-sunk)',
  '--mantine-color-disabled-color': 'var(--ink-soft)',
  '--mantine-color-disabled-border': 'var(--rule)',
  '--mantine-primary-color-filled': 'var(--stamp)',
  '--mantine-primary-color-filled-hover': 'var(--stamp-deep)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
})

const variantColorResolver: VariantColorsResolver = (input) => {
  const isPrimary = (input.color ?? input.theme.primaryColor) === input.theme.primaryColor
  if (isPrimary && input.variant === 'filled') {
    return {
      background: 'var(--stamp)',
      hover: 'var(--stamp-deep)',
      color: 'var(--on-stamp)',
      border: '1px solid transparent',
    }
  }
  return defaultVariantColorsResolver(input)
}

export const theme = createTheme({
  primaryColor: 'stamp',
  colors: {
    stamp: [
      '#fbece8',
      '#f6d3cb',
      '#eea99b',
      '#e67d68',
      '#df583f',
      '#d34527',
      '#c8371b',
      '#ad2d14',
      '#8d2511',
      '#6c1c0d',
    ],
  },
  primaryShade: 6,
  variantColorResolver,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-text)', fontWeight: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' }, vars: () => ({ root: { '--button-height': '48px' } }) },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 160 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
  },
})

/** The same key as the first script of the page reads. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'waybill-color-scheme' })
