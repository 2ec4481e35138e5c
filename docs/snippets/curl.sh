curl http://127.0.0.1:8080/api/v1/chat/completions \
  -H "Authorization: Bearer $EARSHOT_API_KEY" -H 'Content-Type: application/json' \
  -d '{"model": "demo", "messages": [{"role": "user", "content": "Hello!"}]}'
