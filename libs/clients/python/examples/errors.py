from earshot_client import ApiError, Earshot, EarshotConnectionError, NotFoundError

feedback = Earshot(deadline=10).feedback
try:
    feedback.of("01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04").log("helpful", True)
except NotFoundError as error:
    print(error.code)  # completion_not_found
except ApiError as error:
    print(error.status, error.code, error.request_id)
except EarshotConnectionError as error:
    print("not sent:", error)
