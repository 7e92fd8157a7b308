import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Lists the packages whose code or fonts are in the built page; tools/build_web.py collects their licences. */
function bundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const names = new Set<string>()
      const assets = Object.values(bundle).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []))
      for (const id of [...this.getModuleIds(), ...assets]) {
        const inside = id.split('node_modules/').slice(1).pop()
        const name = inside?.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? id.match(/^\0(vite|rolldown)\//)?.[1]
        if (name) names.add(name)
      }
      this.emitFile({
        type: 'asset',
        fileName: 'bundled-packages.txt',
        source: [...names].sort().join('\n') + '\n',
      })
    },
  }
}

/** Style sheets come before everything else that is fetched: a slow line paints as soon as it has them. */
function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
        const rest = links.reduce((text, link) => text.replace(link, ''), html)
        return rest.replace(/( *<title>)/, (title) => links.join('') + title)
      },
    },
  }
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), bundledPackages(), stylesFirst()],
  build: {
    outDir: '../src/benben/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'], // light-dark() and color-mix() stay as they are written
    assetsInlineLimit: 0, // the page's policy allows no data: scripts or fonts
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/ws': { target: 'ws://127.0.0.1:8000', ws: true } } },
  test: { environment: 'happy-dom', include: ['test/**/*.test.ts'] },
})
