import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.js';

/** Where `npm run dev` sends requests of the interface: a running installation. */
const target = process.env['EARSHOT_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/console/',
  plugins: [react(), precompress()],
  build: {
    target: 'es2022',
    // The content security policy allows no inline data in scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': target, '/images': target, '/artifacts': target, '/openapi.json': target } },
});
