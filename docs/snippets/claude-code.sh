export ANTHROPIC_BASE_URL=http://127.0.0.1:8080/anthropic
export ANTHROPIC_AUTH_TOKEN="$EARSHOT_API_KEY"
claude --model demo
