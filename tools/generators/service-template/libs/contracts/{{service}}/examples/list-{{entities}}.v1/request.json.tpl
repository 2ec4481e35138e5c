{ "limit": 20, "cursor": null, "project_id": "0198c5a4-7d10-7000-8000-000000000002" }
