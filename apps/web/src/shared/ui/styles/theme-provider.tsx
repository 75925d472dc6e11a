import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './fonts.css'
import './tokens.css'
import './mantine.css'
import './base.css'
import './elements.css'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

interface ThemeProviderProps {
  /** The nonce of this response; every style sheet made at run time carries it. */
  nonce: string
  children: ReactNode
}

/** The look of everything below: theme, fonts, tokens. Works in the browser and where the server renders. */
export function ThemeProvider({ nonce, children }: ThemeProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
